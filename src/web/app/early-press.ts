/*
 * Runs long before the page is hydrated. Until then there is only a picture of it (see `shell.tsx`) whose inert
 * elements cannot be pressed; but the position of a press shows which of them was meant. `useEarlyPress` follows it.
 */
document.addEventListener("pointerup", ({ clientX: x, clientY: y }) => {
  for (const element of document.querySelectorAll<HTMLElement>("#root > [inert] [data-early]")) {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (x >= left && x < right && y >= top && y < bottom)
      document.documentElement.dataset["pressed"] = element.dataset["early"];
  }
});
