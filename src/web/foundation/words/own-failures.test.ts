import { expect, it } from "vitest";
import { horsesWords } from "../../features/admin/horses/words.en.ts";
import { overviewWords } from "../../features/admin/overview/words.en.ts";
import { payoutsWords } from "../../features/admin/payouts/words.en.ts";
import { racesWords } from "../../features/admin/races/words.en.ts";
import { revenueWords } from "../../features/admin/revenue/words.en.ts";
import { settingsWords } from "../../features/admin/settings/words.en.ts";
import { specialWords } from "../../features/admin/special/words.en.ts";
import { themesWords } from "../../features/admin/themes/words.en.ts";
import { usersWords } from "../../features/admin/users/words.en.ts";
import { walletsWords } from "../../features/admin/wallets/words.en.ts";
import { verifierWords } from "../../features/fairness/verifier/words.en.ts";

/** Texts that the specification gives word for word. */
const texts = [
  [settingsWords.english.failed, "Error fetching game settings"],
  [themesWords.english.unknown, "Error fetching game settings"],
  [horsesWords.english.listFailed, "Error fetching horses"],
  [racesWords.english.listFailed, "Error fetching races"],
  [usersWords.english.failed, "Error fetching users"],
  [revenueWords.english.failed, "Error fetching revenue statistics"],
  [racesWords.english.detailsFailed, "Error fetching race details"],
  [racesWords.english.refundBetFailed, "Error refunding bet"],
  [racesWords.english.refundRaceFailed, "Error refunding race"],
  [settingsWords.english.saveFailed, "Error updating setting"],
  [horsesWords.english.saveFailed, "Error saving horse"],
  [specialWords.english.createFailed, "Error creating special race"],
  [usersWords.english.balanceFailed, "Error updating user balance"],
  [usersWords.english.detailsFailed, "Failed to load user details"],
  [usersWords.english.updateFailed, "Failed to update user"],
  [usersWords.english.profileFailed, "User not found or error fetching profile"],
  [overviewWords.english.maintenanceFailed, "Failed to update maintenance mode"],
  [settingsWords.english.maintenanceFailed, "Failed to update maintenance mode"],
  [overviewWords.english.testingFailed, "Failed to update testing mode"],
  [settingsWords.english.testingFailed, "Failed to update testing mode"],
  [settingsWords.english.networkFailed, "Failed to change network"],
  [themesWords.english.failed, "Failed to update theme. Please try again."],
  [payoutsWords.english.failedToLoad, "Failed to load payouts"],
  [payoutsWords.english.retryFailed, "Retry failed"],
  [walletsWords.english.initialiseFailed, "Failed to initialize system"],
  [walletsWords.english.addFailed, "Failed to add private keys"],
  [walletsWords.english.sweepFailed, "Failed to sweep wallets"],
  [walletsWords.english.processFailed, "Failed to process withdrawals"],
  [walletsWords.english.detailsFailed, "Failed to load wallet details"],
  [walletsWords.english.noAdminWallet, "Admin wallet address not available"],
  [verifierWords.english.verifyFailed, "Error during verification"],
  [racesWords.english.notDetermined, "Not determined"],
] as const;

it.each(texts)("a failure's own words are those of the specification: %s", (text, specified) => {
  expect(text).toBe(specified);
});
