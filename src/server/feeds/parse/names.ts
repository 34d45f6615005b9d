/** Elements with entries, and elements with text only: by these a lenient parser detects missing closing tags. */
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

export const ENTRIES = words('item entry atom:entry')

/** Elements without feed elements inside. */
export const TEXT_ONLY = words(`
  title atom:title link guid pubdate id updated published modified issued created comments category language ttl
  copyright generator docs managingeditor webmaster lastbuilddate atom:id atom:updated atom:published
  dc:title dc:date dc:creator dc:subject dc:language dc:identifier itunes:author itunes:duration itunes:explicit`)

/** Elements that are always fields of an entry or feed, so that they end a text element. */
export const FIELDS = words(`
  item entry title link guid pubdate description content:encoded id updated published summary content comments category
  enclosure author dc:creator dc:date dc:subject itunes:author itunes:duration itunes:summary channel image`)

/** Documents inside documents: their entries are not the feed's. */
export const FOREIGN = words('content atom:content source atom:source')
