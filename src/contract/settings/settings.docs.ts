import { genesisHashes } from "../../domain/genesis-hashes.ts";
import { featureDocs } from "../openapi/docs.ts";

export const settingsDocs = featureDocs({
  description: "Settings, and what a page needs at start-up.",
  operations: {
    getRuntime: "RPC URLs are those that browsers may use; pages set their clock by `serverNow`.",
    getPublicTheme: "Changes arrive as the socket's `theme-update`.",
    getReferralRate: "Applies to bets settled from now on.",
    listSettings: "Values are texts, as stored. The path of a node's URL, which may be a key, is left out.",
    updateSetting:
      "`description` is why it is changed, for the audit log. Each setting accepts only its listed choices or its range. Existing races keep the settings they were created with. What the house gives to each race, and what waits for another admin, require the wallet's confirmation; raised above the limit they wait. The URL of a node requires it too, and is tested with every call that the server makes before it is accepted; all instances use it within seconds. So does the network: while anything is owed, held, open or on its way the change is refused, and the message lists what stands in the way; otherwise maintenance is switched on and the game moves within seconds.",
  },
  fields: {
    fixed: "Whether the environment sets it, so that it cannot be changed here.",
    devnetBanner: "Whether the page warns that SOL of this network has no value.",
    genesisHash: {
      description: "Genesis hash of the network; null when the chain did not answer.",
      example: genesisHashes.devnet,
    },
    maintenance: "Whether new bets and withdrawals are paused.",
    minWithdrawal: "Smallest withdrawal.",
    minimumAge: {
      description: "The age that players confirm before their first bet; null if there is no such notice.",
      example: 18,
    },
    network: "The network that the game runs on.",
    priorityFeeCap: "The most that a transaction adds for a place in a block.",
    referralRate: "Percent.",
    rpcDevnet: {
      description: "RPC URL for browsers on devnet; null elsewhere.",
      example: "https://api.devnet.solana.com",
    },
    rpcLocal: {
      description: "RPC URL of the embedded chain; null elsewhere.",
      example: "http://localhost:3000/rpc",
    },
    rpcMainnet: {
      description: "RPC URL for browsers on mainnet; null elsewhere.",
      example: "https://api.mainnet-beta.solana.com",
    },
    "getRuntime.version": { description: "Version of the server.", example: "0.1.0" },
    setting: "The setting.",
    settingKey: { description: "Name of the setting.", example: "min_bets" },
    settingValue: { description: "Its new value.", example: "2" },
    setting_key: { description: "Name of the setting.", example: "min_bets" },
    setting_value: { description: "Value of the setting, as text.", example: "2" },
    "listSettings.settings": "The settings.",
    theme: "The theme that everybody sees.",
  },
});
