/** Where the referral code of a link is kept until a profile is created. */
export const REFERRER = "referrer";
