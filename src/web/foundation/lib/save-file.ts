/** Passes a CSV file to the browser. The mark at its beginning tells spreadsheets that it is UTF-8. */
export const saveFile = (name: string, text: string): void =>
  save(name, new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" }));

/** Passes a JSON file to the browser. */
export const saveJson = (name: string, value: object): void =>
  save(name, new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: "application/json" }));

function save(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
