/*
 * Runs long before the page comes alive. Until then there is only a picture of it (see `shell.tsx`), and in its inert
 * elements nothing is pressed; but the place of a press tells which of them was meant. `useEarlyPress` follows it.
 */
document.addEventListener("pointerup", ({ clientX: x, clientY: y }) => {
  for (const element of document.querySelectorAll<HTMLElement>("#root > [inert] [data-early]")) {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (x >= left && x < right && y >= top && y < bottom)
      document.documentElement.dataset["pressed"] = element.dataset["early"];
  }
});
