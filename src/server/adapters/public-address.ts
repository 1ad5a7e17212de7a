import { BlockList, isIPv4, isIPv6 } from "node:net";

/**
 * Ranges of IPv4 that are not part of the public internet (IANA's special-purpose address registry): this host,
 * private, carrier-grade NAT, loopback, link-local, protocol assignments, documentation, benchmarks, multicast,
 * reserved.
 */
const specialIPv4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const;

/** Exceptions within 2000::/3, the only public range: addresses that lead to IPv4 (Teredo, 6to4), and documentation. */
const specialIPv6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const notPublic = new BlockList();
for (const [net, prefix] of specialIPv4) notPublic.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of specialIPv6) notPublic.addSubnet(net, prefix, "ipv6");

const globalIPv6 = new BlockList();
globalIPv6.addSubnet("2000::", 3, "ipv6");

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * Whether an address is on the public internet (rule LIMITS-5). An IPv4 address written as IPv6 does not count: nothing
 * public is reachable only in that form.
 */
export const isPublicAddress = (address: string): boolean =>
  isIPv4(address)
    ? !notPublic.check(address, "ipv4")
    : isIPv6(address) && globalIPv6.check(address, "ipv6") && !notPublic.check(address, "ipv6");

export const isLoopbackAddress = (address: string): boolean =>
  isIPv4(address) ? loopback.check(address, "ipv4") : isIPv6(address) && loopback.check(address, "ipv6");
