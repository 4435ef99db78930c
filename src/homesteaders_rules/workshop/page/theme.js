// Before anything is drawn: the theme that was chosen, so that nothing flashes.
try {
  const chosen = localStorage.getItem("workshop.theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch { /* nothing is kept: the system decides */ }
