import type { LanguageName } from './code-grammars.ts'

/** Marks that one language has and the others hardly ever. Only a sure guess is made: wrong colours are worse than none. */
const signs: readonly (readonly [LanguageName, RegExp])[] = [
  ['diff', /^(@@ -\d|diff --git |\+\+\+ b\/)/m],
  ['bash', /^(#!.*\b(ba|z)?sh\b|\$ \w|(sudo|apt|npm|git|curl|docker|cargo|pip) [\w-]+)/m],
  ['html', /^\s*<(!doctype html|html|div|span|p|script|a)\b/i],
  ['xml', /^\s*<(\?xml|rss|feed|svg)\b/i],
  ['json', /^\s*[[{]\s*("[^"]*"\s*:|\{|\[|\])/],
  ['go', /^(package \w+|func (\(\w+ \*?\w+\) )?\w+\()/m],
  ['rust', /\b(fn \w+(<[^>]*>)?\(|let mut |impl(<[^>]*>)? \w+|use \w+::)/],
  ['python', /^(\s*def \w+\(.*\).*:|from [\w.]+ import |import \w+$|\s*class \w+.*:$)/m],
  ['typescript', /\b(interface \w+ \{|type \w+ =|: (string|number|boolean)\b[,;)=])/],
  ['javascript', /\b(const|let) \w+ =|=> \{|\bfunction\s*\w*\(|require\(|import .* from ['"]/],
  ['cpp', /#include\s*<\w+>|std::/],
  ['c', /#include\s*[<"][\w/]+\.h[>"]|\bint main\(/],
  ['java', /\bpublic (static |final )*(class|void|int|String)\b/],
  ['sql', /^\s*(select\b[\s\S]+\bfrom\b|insert into|create table|update \w+ set)/im],
  ['css', /^[\w.#:*-][^{}\n]*\{\s*[\w-]+\s*:[^;]+;/m],
  ['yaml', /^[\w-]+:\s*\n\s+(- )?[\w-]+:/m],
]

/** @returns null when nothing speaks clearly */
export const guessLanguage = (code: string): LanguageName | null =>
  signs.find(([, sign]) => sign.test(code.slice(0, 4000)))?.[0] ?? null
