/** The article of a page. Pure; slow on large pages, hence the worker beside it. */
import { isProbablyReaderable, Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'

export type Article = {
  readonly title: string | null
  readonly byline: string | null
  readonly content: string
  readonly excerpt: string | null
  readonly lang: string | null
  readonly siteName: string | null
  readonly readerable: boolean
}

/** @returns null when the page has no article. The content is not yet sanitised. */
export function extract(html: string): Article | null {
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`)
  const page = document as unknown as ConstructorParameters<typeof Readability>[0]
  const readerable = isProbablyReaderable(page)
  const article = new Readability(page, { keepClasses: true, maxElemsToParse: 60_000 }).parse()
  if (!article?.content) return null
  return {
    title: article.title ?? null,
    byline: article.byline ?? null,
    content: article.content,
    excerpt: article.excerpt ?? null,
    lang: article.lang ?? null,
    siteName: article.siteName ?? null,
    readerable,
  }
}
