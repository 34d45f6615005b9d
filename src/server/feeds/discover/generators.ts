/** Programs that make sites, and where each puts the feed. A guess, for sites that name none. */
type Mark = readonly [sign: RegExp, path: string]

const MARKS: readonly Mark[] = [
  [/substackcdn\.com/i, '/feed'],
  [/cdn-client\.medium\.com|medium:\/\//i, '/feed'],
  [/<meta[^>]+generator[^>]+wordpress|\/wp-content\//i, '/feed/'],
  [/<meta[^>]+generator[^>]+ghost/i, '/rss/'],
  [/<meta[^>]+generator[^>]+blogger/i, '/feeds/posts/default'],
  [/<meta[^>]+generator[^>]+hugo/i, '/index.xml'],
  [/<meta[^>]+generator[^>]+jekyll/i, '/feed.xml'],
  [/<meta[^>]+generator[^>]+hexo/i, '/atom.xml'],
  [/<meta[^>]+generator[^>]+eleventy/i, '/feed.xml'],
  [/<meta[^>]+generator[^>]+astro/i, '/rss.xml'],
  [/<meta[^>]+generator[^>]+gatsby/i, '/rss.xml'],
  [/<meta[^>]+generator[^>]+docusaurus/i, '/blog/rss.xml'],
  [/<meta[^>]+generator[^>]+vitepress/i, '/feed.rss'],
  [/<meta[^>]+generator[^>]+drupal/i, '/rss.xml'],
  [/<meta[^>]+generator[^>]+joomla/i, '/?format=feed&type=rss'],
  [/<meta[^>]+generator[^>]+discourse/i, '/latest.rss'],
  [/<meta[^>]+generator[^>]+mediawiki/i, '/index.php?title=Special:RecentChanges&feed=atom'],
  [/<meta[^>]+generator[^>]+dokuwiki/i, '/feed.php'],
  [/<meta[^>]+generator[^>]+wix\.com/i, '/blog-feed.xml'],
  [/<meta[^>]+generator[^>]+(writefreely|write\.as|bear)/i, '/feed/'],
  [/<meta[^>]+generator[^>]+pelican/i, '/feeds/all.atom.xml'],
  [/<meta[^>]+generator[^>]+zola/i, '/atom.xml'],
  [/static1\.squarespace\.com/i, '/blog?format=rss'],
  [/cdn\.shopify\.com/i, '/blogs/news.atom'],
  [/tumblr\.com\/(?:assets|impixu)|tumblr_theme/i, '/rss'],
]
/** Generators stand in a page's head. */
const HEAD = 200_000

/** @param url of the page @returns addresses, the likeliest first */
export function generatedFeeds(html: string, url: string): string[] {
  const head = html.slice(0, HEAD)
  const origin = URL.parse(url)?.origin
  return origin ? MARKS.filter(([sign]) => sign.test(head)).map(([, path]) => origin + path) : []
}
