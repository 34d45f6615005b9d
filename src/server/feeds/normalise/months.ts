/** Months in the languages that feeds write them in, by how their names begin (without accents). */
const BEGINNINGS: readonly string[] = [
  'jan ene gen ian oca sty led tam янв ιαν sij',
  'feb fev fbr sub lut uno hel фев φεβ vel',
  'mar mrz maa mrt bre мар μαρ ozu',
  'apr abr avr kwi dub nis huh апр απρ tra',
  'may mai mag maj mei maggio kve tou мая май μαι svi',
  'jun juin giu iun cze cer haz kes июн ιουν lipanj',
  'jul juil lug iul lip cvc tem hei июл ιουλ srpanj',
  'aug ago aou agu agt sie srp elo авг αυγ kol',
  'sep set sze wrz zar eyl syy сен σεπ ruj',
  'oct okt out ott paz rij eki lok окт οκτ',
  'nov noi noe lis kas marras ноя νοε stu',
  'dec dez dic des dek gru pro ara joul дек δεκ',
]
const BY_BEGINNING = new Map(
  BEGINNINGS.flatMap((names, month) => names.split(' ').map((name) => [name, month] as const)),
)
const LONGEST = 7

/** @param word in small letters @returns 0 to 11, or -1 */
export function monthOf(word: string): number {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').replace(/[.,]/g, '')
  for (let length = Math.min(LONGEST, plain.length); length >= 3; length -= 1) {
    const month = BY_BEGINNING.get(plain.slice(0, length))
    if (month !== undefined) return month
  }
  return -1
}
