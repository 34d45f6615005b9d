/** The second and later pages of a paginated article. Pure. */
import { parseMarkup } from '../../parsing/markup.ts'

/** A page's head and body are searched this far, in characters. */
const LOOKED_AT = 2_000_000
/** The text between an article's address and its page number. */
const STEP =
  /^(?:[/_,.-]|[/_-]?(?:page|seite|p|s|pg)[/_=-]?|[?&](?:page|p|pg|seite|pagina|page_num|start_page)=)$/i

/**
 * @param html the current page @param url its address
 * @param first the article's own address, that of its first page @param page number of the current page, from 1
 * @returns the address of the next page. A `rel=next` alone is not enough: blogs use it for the next article.
 */
export function nextPage(html: string, url: string, first: string, page: number): string | null {
  for (const href of nextLinks(html)) {
    const next = URL.parse(href, url)
    if (next && next.origin === new URL(first).origin && isPageOf(next, first, page + 1)) {
      next.hash = ''
      return next.href
    }
  }
  return null
}

function nextLinks(html: string): string[] {
  const match: string[] = []
  parseMarkup(html.slice(0, LOOKED_AT), {
    onopentag(name, { rel = '', href }) {
      if ((name === 'a' || name === 'link') && href && rel.toLowerCase().split(/\s+/).includes('next'))
        match.push(href)
    },
  })
  return match
}

function isPageOf(next: URL, first: string, number: number): boolean {
  const start = withoutEnd(new URL(first))
  const address = withoutEnd(next)
  if (!address.startsWith(start)) return false
  const [, step, digits] = /^(.*?)0*(\d+)$/.exec(address.slice(start.length)) ?? []
  return Number(digits) === number && step !== undefined && STEP.test(step)
}

/** Path and query without what may follow a page number: a slash, a file extension. A first page may have a number too. */
function withoutEnd({ pathname, search }: URL): string {
  const path = pathname.replace(/\/$/, '').replace(/\.(s?html?|php|aspx?|jsp)$/i, '')
  return (path + search).replace(/[?&](page|p|pg|seite)=0*1$/i, '')
}
