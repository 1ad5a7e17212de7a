// Runs before the first paint, outside the bundle: the theme seen last, until the server names the current one.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "main-prime" || theme === "solana-future") document.documentElement.dataset.theme = theme;
} catch (error) {
  console.debug("No stored theme: storage is not available.", error);
}
