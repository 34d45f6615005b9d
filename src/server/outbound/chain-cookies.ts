/**
 * Cookies of one chain of redirects: sites set one and redirect to the same address to see whether it is returned. Each is sent
 * only to the host that set it, and none outlives the chain.
 */
export type ChainCookies = {
  /** @param written the Set-Cookie headers of a response from `url` */
  readonly receive: (url: URL, written: string | readonly string[] | undefined) => void
  /** The Cookie header for a request. @param own that of the caller; the site's cookies replace those of the same name */
  readonly headerFor: (url: URL, own?: string) => string | undefined
}

type Cookie = {
  readonly host: string
  readonly name: string
  readonly value: string
  readonly path: string
  readonly isSecure: boolean
}

const COOKIES_MAX = 50
const LENGTH_MAX = 4096
/** RFC 6265 4.1.1, with the quotes and spaces that browsers accept. */
const PAIR = /^([!#$%&'*+.^_`|~\w-]+)\s*=\s*([\x20-\x3a\x3c-\x7e]*)$/

export function createChainCookies(): ChainCookies {
  let cookies: readonly Cookie[] = []
  return {
    receive(url, written = []) {
      for (const line of [written].flat()) {
        const cookie = cookieIn(line, url)
        if (!cookie) continue
        const others = cookies.filter((one) => !isSame(one, cookie))
        cookies = isOver(line) ? others : [...others, cookie].slice(-COOKIES_MAX)
      }
    },
    headerFor(url, own = '') {
      const fitting = cookies.filter((cookie) => isFor(cookie, url))
      const names = new Set(fitting.map(({ name }) => name))
      const left = own.split(/;\s*/).filter((pair) => pair !== '' && !names.has(pair.replace(/=.*$/s, '')))
      return [...left, ...fitting.map(({ name, value }) => `${name}=${value}`)].join('; ') || undefined
    },
  }
}

/** @returns null if it is no cookie */
function cookieIn(line: string, url: URL): Cookie | null {
  if (line.length > LENGTH_MAX) return null
  const [, name, value] = PAIR.exec(line.replace(/;.*$/s, '').trim()) ?? []
  if (name === undefined || value === undefined) return null
  const path = attributeIn(line, 'path')
  return {
    host: url.hostname,
    name,
    value: value.trim(),
    path: path?.startsWith('/') ? path : url.pathname.replace(/\/[^/]*$/, '') || '/',
    isSecure: attributeIn(line, 'secure') !== undefined,
  }
}

const attributeIn = (line: string, name: string): string | undefined =>
  new RegExp(`;\\s*${name}\\s*(?:=\\s*([^;]*))?(?=;|$)`, 'i')
    .exec(line)
    ?.slice(1)
    .map((value) => (value ?? '').trim())[0]

/** A site deletes a cookie by setting an expired one. */
function isOver(line: string): boolean {
  const age = attributeIn(line, 'max-age')
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0
  return Date.parse(attributeIn(line, 'expires') ?? '') <= Date.now()
}

const isSame = (a: Cookie, b: Cookie): boolean => a.host === b.host && a.name === b.name && a.path === b.path

const isFor = ({ host, path, isSecure }: Cookie, { hostname, pathname, protocol }: URL): boolean =>
  host === hostname &&
  (!isSecure || protocol === 'https:') &&
  (pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
