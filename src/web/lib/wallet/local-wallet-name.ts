/** The name under which the local wallet stands in the list of wallets. */
export const LOCAL_WALLET_NAME = "Furlong local wallet";
