/**
 * Ports of other protocols, which HTTP requests must not reach: the browsers' list (Fetch standard, "bad port"), and
 * databases, remote desktops and machine control, where a request alone can do harm. Everything else is free.
 */
const BAD_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 138, 139, 143, 161, 162, 179, 389, 427, 445, 465, 500,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 593, 601, 623, 636, 873, 989, 990,
  993, 995, 1080, 1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190,
  4444, 5060, 5061, 5432, 5900, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080, 10250,
  11211, 27017,
])

export const isBadPort = (port: number): boolean => BAD_PORTS.has(port)
