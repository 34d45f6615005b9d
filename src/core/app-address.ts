/** Addresses that open an application: those that the HTML standard lets pages handle, and of well-known applications. */

/**
 * HTML 8.3.4 ("safelisted scheme") without those of files and of remote machines, which a feed has no reason to name; and
 * what feeds of files, talks and money link to. Browsers interpret none of them, as they did `feed:`.
 */
const SCHEMES =
  `acct bitcoin bitcoincash dat ed2k ethereum facetime gemini geo gopher im ipfs ipns irc irc6 ircs itms
  itms-apps itmss lightning litecoin magnet matrix mms monero mumble news nntp openpgp4fpr pcast podcast podto sgnl
  signal sip sips sms smsto spotify steam tel tg thunder urn webcal whatsapp xmpp zoommtg`.split(/\s+/)
const APP = new RegExp(`^(${SCHEMES.join('|')}):[^\\s]`, 'i')
const LENGTH_MAX = 8000

/** @returns whether an address begins with the scheme of an application that a link may open */
export const isAppAddress = (address: string): boolean => address.length <= LENGTH_MAX && APP.test(address)
