/** The User-Agent header, with an address where a site's owner can complain. */
const PROJECT_PAGE = 'https://github.com/lectern-reader/lectern'

export const userAgentOf = (publicUrl: string): string => `Lectern/0.6.1 (+${publicUrl || PROJECT_PAGE})`
