import { expect, it } from "vitest";
import { referralLinkOf, shownLink } from "./referral-link.ts";

const wallet_address = "4Nd1mYQe7v7Vx4dGkZmUuGPn1s3Rt2aPp6kZ2QfKf9bH";

it("a link leads by the username, or by the wallet where there is none", () => {
  const link = referralLinkOf({ username: "night.jar_9", wallet_address }, "https://furlong.example");
  expect(link).toBe("https://furlong.example/ref/night.jar_9");
  expect(shownLink(link)).toBe("furlong.example/ref/night.jar_9");
  expect(referralLinkOf({ username: "", wallet_address }, "http://localhost:3000")).toBe(
    `http://localhost:3000/ref/${wallet_address}`,
  );
});
