/** Descriptions of HTTP statuses for users. */
const WORDS: Readonly<Record<number, string>> = {
  400: 'The site did not understand the request',
  401: 'The feed wants a name and a password',
  402: 'The feed wants to be paid for',
  403: 'The site refuses to give out the feed',
  404: 'There is no feed at this address any more',
  406: 'The site has no form of the feed that can be read',
  408: 'The site waited too long',
  410: 'The feed is gone for good',
  429: 'The site asks for fewer requests',
  451: 'The site may not show the feed for legal reasons',
  500: 'The site has a fault',
  502: 'The site has a fault behind its front door',
  503: 'The site is overloaded or under repair',
  504: 'The site has a fault behind its front door',
}

export const statusText = (status: number): string =>
  `${WORDS[status] ?? (status >= 500 ? 'The site has a fault' : 'The site gave an unexpected answer')} (HTTP ${status})`
