/** Colours the code of an entry, in both themes at once, so that turning the lights out costs nothing. Loaded with the first code. */
import { createHighlighterCore, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { textOfCode } from './text-of-code.ts'
import { languages, languageNamed, themes as allThemes, type LanguageName } from './code-grammars.ts'

/** Longer code stays as it is: colouring it would hold up the page. */
const LONGEST = 30_000

let highlighter: Promise<HighlighterCore> | undefined
const engine = () =>
  (highlighter ??= createHighlighterCore({
    langs: [],
    themes: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  }))

export type CodeThemes = { readonly light: string; readonly dark: string }

export async function colourCode(content: HTMLElement, wanted: CodeThemes, guess: boolean): Promise<void> {
  const shiki = await engine()
  const light = allThemes[wanted.light] ? wanted.light : 'github-light'
  const dark = allThemes[wanted.dark] ? wanted.dark : 'github-dark'
  await shiki.loadTheme(...[light, dark].flatMap((name) => allThemes[name]?.() ?? []))
  for (const block of content.querySelectorAll<HTMLElement>('pre')) {
    const code = textOfCode(block)
    const language = code.length > LONGEST ? null : languageOf(block, code, guess)
    if (!language || block.dataset.coloured || !block.isConnected) continue
    // One block after another, so that the page can answer between them.
    await shiki.loadLanguage(languages[language]()).catch(() => {})
    const drawn = shiki.codeToHtml(code.replace(/\n$/, ''), {
      lang: language,
      themes: { light, dark },
      defaultColor: 'light-dark()',
    })
    const made = new DOMParser().parseFromString(drawn, 'text/html').querySelector('code')
    if (!made) continue
    block.replaceChildren(made)
    block.dataset.coloured = language
    block.tabIndex = 0
  }
}

/** The language named by the feed's class, else a guess when the setting allows it. */
function languageOf(block: HTMLElement, code: string, guess: boolean): LanguageName | null {
  const marks = [block, block.querySelector('code'), block.parentElement]
    .map((element) => `${element?.className ?? ''} ${element?.getAttribute('lang') ?? ''}`)
    .join(' ')
  const named = /(?:language-|lang-|highlight-source-|brush:\s*)([\w+#-]+)/i.exec(marks)?.[1]
  return (named && languageNamed(named)) || (guess ? guessLanguage(code) : null)
}

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
