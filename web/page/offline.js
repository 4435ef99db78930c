// A copy of the page in the browser, so that it opens without a network. The build writes the first lines.

const PAGE_STORE = `workshop page ${RELEASE}`;
const PART_STORE = "workshop parts";

/** Keep files that are not kept yet; what has another content has another name. */
async function keep(store, files) {
  const cache = await caches.open(store);
  await Promise.all(files.map(async (file) => {
    if (!(await cache.match(file))) await cache.put(file, await loaded(file));
  }));
}

async function loaded(file) {
  const answer = await fetch(file, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return answer;
}

async function forget() {
  for (const name of await caches.keys()) if (name.startsWith("workshop page ") && name !== PAGE_STORE) await caches.delete(name);
  const parts = await caches.open(PART_STORE);
  const wanted = new Set([...PARTS, BEGUN].map((file) => new URL(file, self.registration.scope).href));
  for (const request of await parts.keys()) if (!wanted.has(request.url)) await parts.delete(request);
}

// At the first visit the worker keeps its parts itself, while it loads them. A new release is whole before it is used.
self.addEventListener("install", (event) => {
  const isUpdate = Boolean(self.registration.active);
  event.waitUntil(Promise.all([keep(PAGE_STORE, PAGE), isUpdate && keep(PART_STORE, PARTS)]));
});

self.addEventListener("activate", (event) => event.waitUntil(Promise.all([forget(), self.clients.claim()])));

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const file = url.split(/[?#]/)[0];
  if (method !== "GET" || !file.startsWith(self.registration.scope)) return;
  event.respondWith(caches.open(PAGE_STORE).then(async (cache) => (await cache.match(file)) ?? fetch(event.request)));
});
