import { expect, it } from "vitest";
import { csvOf } from "./csv.ts";

it("numbers stay numbers, and no text becomes a formula or leaves its cell", () => {
  const cells = ["-0.5", "12", "=1+1", "-2+3", "@SUM(A1)", "\tx", 'a "b", c', "a\r\nb", "-", ""];
  expect(csvOf([["day"], cells])).toBe(
    `day\r\n-0.5,12,'=1+1,'-2+3,'@SUM(A1),'\tx,"a ""b"", c","a\r\nb",'-,\r\n`,
  );
});
