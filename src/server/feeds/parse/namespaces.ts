/** Namespaces by their addresses in feeds: correct, old, and nearly correct ones. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  '': [
    'backend.userland.com/rss',
    'backend.userland.com/rss2',
    'backend.userland.com/rss191',
    'backend.userland.com/rss091',
    'blogs.law.harvard.edu/tech/rss',
    'cyber.law.harvard.edu/rss/rss.html',
    'my.netscape.com/publish/formats/rss-0.91.dtd',
    'my.netscape.com/rdf/simple/0.9',
    'channel.netscape.com/rdf/simple/0.9',
    'purl.org/rss/1.0',
    'purl.org/rss/1.0/modules/rss091',
    'purl.org/net/rss1.1',
  ],
  atom: [
    'www.w3.org/2005/atom',
    'w3.org/2005/atom',
    'purl.org/atom/ns',
    'purl.org/atom',
    'purl.org/echo',
    'purl.org/pie',
    'example.com/newformat',
    'example.com/necho',
    'uri/of/echo/namespace',
  ],
  content: ['purl.org/rss/1.0/modules/content'],
  dc: [
    'purl.org/dc/elements/1.1',
    'purl.org/dc/elements/1.0',
    'purl.org/dc/1.1',
    'dublincore.org/documents/dces',
  ],
  dcterms: ['purl.org/dc/terms'],
  feedburner: ['rssnamespace.org/feedburner/ext/1.0'],
  georss: ['www.georss.org/georss'],
  googleplay: ['www.google.com/schemas/play-podcasts/1.0'],
  itunes: [
    'www.itunes.com/dtds/podcast-1.0.dtd',
    'www.itunes.com/dtds/podcast-1.0',
    'example.com/dtds/podcast-1.0.dtd',
  ],
  media: [
    'search.yahoo.com/mrss',
    'search.yahoo.com/rss',
    'video.search.yahoo.com/mrss',
    'tools.search.yahoo.com/mrss',
    'www.rssboard.org/media-rss',
  ],
  podcast: [
    'podcastindex.org/namespace/1.0',
    'github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md',
  ],
  psc: ['podlove.org/simple-chapters'],
  rdf: ['www.w3.org/1999/02/22-rdf-syntax-ns'],
  slash: ['purl.org/rss/1.0/modules/slash'],
  source: ['source.scripting.com', 'source.smallpict.com/2014/07/12/theme.html'],
  sy: ['purl.org/rss/1.0/modules/syndication'],
  thr: ['purl.org/syndication/thread/1.0'],
  wfw: ['wellformedweb.org/commentapi'],
  xhtml: ['www.w3.org/1999/xhtml'],
  svg: ['www.w3.org/2000/svg'],
  mathml: ['www.w3.org/1998/math/mathml'],
  xml: ['www.w3.org/xml/1998/namespace'],
  yt: ['www.youtube.com/xml/schemas/2015', 'gdata.youtube.com/schemas/2007'],
}

const BY_ADDRESS = new Map(
  Object.entries(USUAL).flatMap(([prefix, addresses]) =>
    addresses.map((address) => [address, prefix] as const),
  ),
)

/** The usual prefix of a namespace; undefined for an unknown one. */
export const usualPrefix = (address: string): string | undefined =>
  BY_ADDRESS.get(
    address
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/[/#]+$/, ''),
  )
