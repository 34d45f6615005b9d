/** A line of a page without what changes by itself: times relative to now, clocks, and counters. Pure. */

const NUMBER = String.raw`\d[\d.,'’\u00a0\u202f]*\s?[KkMm万億亿]?\+?`

/** "3 minutes ago" in the languages that many pages are written in. */
const RELATIVE_TIMES = [
  /\b(?:about |over |almost |less than )?(?:an?|one|\d+)\s?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|mos?|months?|y|yrs?|years?)(?: and \d+ \w+)? ago\b/giu,
  /\b(?:just now|moments? ago|yesterday|today)\b/giu,
  /\bvor (?:etwa |über )?(?:eine[rmn]?|\d+) (?:Sekunden?|Minuten?|Stunden?|Tag(?:en)?|Wochen?|Monat(?:en)?|Jahr(?:en)?)(?!\p{L})/giu,
  /\b(?:gerade eben|gestern|heute)\b/giu,
  /\bil y a (?:environ )?(?:une?|\d+) (?:secondes?|minutes?|heures?|jours?|semaines?|mois|ans?)(?!\p{L})/giu,
  /\bhace (?:una?|unos|\d+) (?:segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?)(?!\p{L})/giu,
  /\d+\s?(?:秒|分|分钟|分鐘|時間|小时|小時|日|天|週間|周|週|[かヶケ]月|个月|個月|月|年)(?:之?前|以前)/gu,
  /\b\d{1,2}:\d{2}:\d{2}\b/gu,
]

const COUNTED =
  'views?|reads?|visitors?|comments?|replies|reply|likes?|shares?|votes?|points?|followers?|subscribers?|downloads?|stars?|forks?|online|watching|Aufrufe|Kommentare?|Antworten|Besucher|vues|commentaires?|visitas|comentarios?|閲覧|回視聴|コメント|件のコメント|次观看|评论|浏览|回复|次觀看|評論|瀏覽|留言|回覆'
const COUNTERS = [
  new RegExp(`${NUMBER}\\s?(?:${COUNTED})(?![\\p{L}])`, 'giu'),
  new RegExp(`(?<![\\p{L}])(?:${COUNTED})\\s?[:：(（]\\s?${NUMBER}[)）]?`, 'giu'),
  // Alone in its line. A price has a currency or decimals.
  /^[(（]?(?:\d+|\d{1,3}(?:[.,'’ ]\d{3})+|\d+(?:[.,]\d)?\s?[KkMm万])[)）]?$/gu,
]

/** @param isWhole counters are noise too: of a picked part a number may be what is watched */
export function lineWithoutNoise(line: string, isWhole: boolean): string {
  let text = line.normalize('NFC')
  for (const noise of RELATIVE_TIMES) text = text.replaceAll(noise, '~')
  if (isWhole) for (const noise of COUNTERS) text = text.replaceAll(noise, '#')
  return text.replaceAll(/\s+/g, ' ')
}
