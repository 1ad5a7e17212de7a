/** The name of the local wallet in the list of wallets. */
export const LOCAL_WALLET_NAME = "Furlong local wallet";
