/** Site generators and the address of their feeds. A guess, for pages without feed links. */

/** `by`: the declared generator. `page`: another mark in the page's head. */
type Mark = { readonly path: string; readonly by?: RegExp; readonly page?: RegExp }

const MARKS: readonly Mark[] = [
  { path: '/feed', page: /substackcdn\.com/i },
  { path: '/feed', page: /cdn-client\.medium\.com|medium:\/\//i },
  { path: '/feed/', by: /wordpress/i, page: /\/wp-content\//i },
  { path: '/rss/', by: /ghost/i },
  { path: '/feeds/posts/default', by: /blogger/i },
  { path: '/index.xml', by: /hugo/i },
  { path: '/feed.xml', by: /jekyll/i },
  { path: '/atom.xml', by: /hexo/i },
  { path: '/feed.xml', by: /eleventy/i },
  { path: '/rss.xml', by: /astro/i },
  { path: '/rss.xml', by: /gatsby/i },
  { path: '/blog/rss.xml', by: /docusaurus/i },
  { path: '/feed.rss', by: /vitepress/i },
  { path: '/rss.xml', by: /drupal/i },
  { path: '/?format=feed&type=rss', by: /joomla/i },
  { path: '/latest.rss', by: /discourse/i },
  { path: '/index.php?title=Special:RecentChanges&feed=atom', by: /mediawiki/i },
  { path: '/feed.php', by: /dokuwiki/i },
  { path: '/blog-feed.xml', by: /wix\.com/i },
  { path: '/feed/', by: /writefreely|write\.as|bear/i },
  { path: '/feeds/all.atom.xml', by: /pelican/i },
  { path: '/atom.xml', by: /zola/i },
  { path: '/blog?format=rss', page: /static1\.squarespace\.com/i },
  { path: '/blogs/news.atom', page: /cdn\.shopify\.com/i },
  { path: '/rss', page: /tumblr\.com\/(?:assets|impixu)|tumblr_theme/i },
]
/** Generators are declared in a page's head. */
const HEAD = 200_000

/** @param url of the page @returns addresses, the likeliest first */
export function generatedFeeds(html: string, url: string): string[] {
  const head = html.slice(0, HEAD)
  const maker = makerOf(head)
  const origin = URL.parse(url)?.origin
  return origin
    ? MARKS.filter(({ by, page }) => by?.test(maker) || page?.test(head)).map(({ path }) => origin + path)
    : []
}

/** The text of its meta elements after the word. One search for all marks: separate ones would block the server for minutes on a page of open tags. */
const makerOf = (head: string): string =>
  [...head.matchAll(/<meta([^>]+)/gi)]
    .map(([, name = '']) => /.generator.(.*)/is.exec(name)?.[1] ?? '')
    .join('\n')
