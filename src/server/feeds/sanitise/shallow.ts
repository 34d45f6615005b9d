/**
 * Markup whose elements stand in one another by the ten thousand is made flat before a parser sees it: parsers take the
 * square of the depth, so that half a megabyte of nothing but tags would hold the server up for half a minute.
 */

/** No page that was ever written comes near; what is kept in the end is a tenth of it. */
const DEPTH_MAX = 1_000
/** Elements that the next one ends, often by the thousand in a long text without end tags. */
const ENDED_BY_NEXT_MAX = 20_000

const START_OR_END = /<(\/?)([a-z][a-z\d]*)/gi
const ENDED_BY_NEXT = /^(p|li|dt|dd|tr|td|th|thead|tbody|tfoot|option|rt|rp)$/i
const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i

/** @returns the same markup unless it is too deep; then start tags below become void ones, and their text stays */
export function shallow(html: string): string {
  if (tagsIn(html) < DEPTH_MAX) return html
  const depth = { usual: 0, endedByNext: 0 }
  return html.replace(START_OR_END, (tag, slash: string, name: string) => {
    if (VOID.test(name)) return tag
    const kind = ENDED_BY_NEXT.test(name) ? 'endedByNext' : 'usual'
    if (slash !== '') depth[kind] = Math.max(0, depth[kind] - 1)
    else if (depth[kind] >= (kind === 'usual' ? DEPTH_MAX : ENDED_BY_NEXT_MAX)) return '<wbr'
    else depth[kind] += 1
    return tag
  })
}

/** Start tags at most; counted no further than matters. */
function tagsIn(html: string): number {
  let count = 0
  for (let at = html.indexOf('<'); at >= 0 && count < DEPTH_MAX; at = html.indexOf('<', at + 1)) count += 1
  return count
}
