/** Which elements hold entries, which hold only words: what lets a forgiving reader see where a closing tag is missing. */
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

export const ENTRIES = words('item entry atom:entry')

/** Nothing of a feed can stand in these. */
export const TEXT_ONLY = words(`
  title atom:title link guid pubdate id updated published modified issued created comments category language ttl
  copyright generator docs managingeditor webmaster lastbuilddate atom:id atom:updated atom:published
  dc:title dc:date dc:creator dc:subject dc:language dc:identifier itunes:author itunes:duration itunes:explicit`)

/** What can only be a field of an entry or feed, so that it ends what holds only words. */
export const FIELDS = words(`
  item entry title link guid pubdate description content:encoded id updated published summary content comments category
  enclosure author dc:creator dc:date dc:subject itunes:author itunes:duration itunes:summary channel image`)

/** Documents inside documents: their entries are not the feed's. */
export const FOREIGN = words('content atom:content source atom:source')
