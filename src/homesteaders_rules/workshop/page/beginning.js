// The pack that a first visit begins with, and what is asked for it. The site runs this when it is built, too.

export const FIRST_NAME = "My Pack";

/** What is asked of a text that is shown at once: what takes longer is asked for later. @param {Record<string, string>} texts */
export const briefly = (texts) => ({ texts, examples: false, tables: false });

/** The game that a new pack extends, if no other is wished for. @param {import("./protocol").GameInfo[]} games */
export const firstGame = (games) => games.find((each) => !each.extends.length);

/**
 * A pack to begin with: the header, and a piece like one of the game that it extends.
 * @param {string} name
 * @param {import("./protocol").GameInfo | undefined} game
 * @param {(question: "check" | "source", fields: any) => Promise<any>} ask  null where nothing is answered
 * @returns {Promise<{name: string, texts: Record<string, string>}>}
 */
export async function begunPack(name, game, ask) {
  const called = name.replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());
  let text = `pack ${called}, version 1, extends ${game?.title ?? "a game"}\n\n`;
  const packs = [game?.id ?? ""];
  const found = await ask("check", { packs, examples: false });
  const like = found?.cards.find((card) => card.cost && card.lines.length && card.labels.length && card.at?.column === 1);
  const written = like && (await ask("source", { file: like.at.file, packs }));
  if (written) {
    const [first, ...lines] = written.text.slice(like.at.start, like.at.end).trimEnd().split("\n");
    text += `# Like ${like.name}, to begin with.\n${[first.replace(like.name, "My First"), ...lines].join("\n")}\n`;
  }
  return { name: called, texts: { "my_pack.rules": text } };
}
