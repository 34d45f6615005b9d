/** Renders LaTeX between delimiters as MathML. Loads with the first entry that contains some. */
import temml from 'temml'
import { sanitiseMathematics } from './sanitise.ts'

/** Characters of one formula. */
const MAX_LENGTH = 5000
/** A page with more keeps the others as text, so that it stays responsive. */
const MAX_FORMULAS = 1000
/** Not a single `$`: prices and shell variables have one. */
const formula = /\$\$([^$]+)\$\$|\\\[([\s\S]+?)\\\]|\\\(([\s\S]+?)\\\)/g
const verbatim = 'a,pre,code,kbd,samp,tt,math,button,[data-rendered]'

/** Replaces each formula in the texts of `root`. What is no valid LaTeX stays as written. */
export function renderMathematics(root: Element): void {
  let count = 0
  for (const run of textRuns(root)) {
    const text = run.map(textOf).join('')
    // From the last to the first: the nodes before a replaced one keep their offsets.
    for (const match of [...text.matchAll(formula)].toReversed()) {
      const [whole, block, bracket, inline] = match
      const tex = block ?? bracket ?? inline ?? ''
      if (tex.length > MAX_LENGTH || count >= MAX_FORMULAS) continue
      const rendered = renderFormula(tex, inline === undefined)
      if (!rendered) continue
      count += 1
      replaceText(run, match.index, match.index + whole.length, rendered)
    }
  }
}

function renderFormula(tex: string, displayMode: boolean): DocumentFragment | null {
  try {
    return sanitiseMathematics(
      temml.renderToString(tex, {
        displayMode,
        throwOnError: true,
        trust: false,
        maxExpand: 500,
        maxSize: [20, 400],
      }),
    )
  } catch {
    return null
  }
}

/** Neighbouring texts, with the line breaks between them: feeds put `<br>` into formulas. */
function textRuns(root: Element): ChildNode[][] {
  const runs: ChildNode[][] = []
  const visit = (element: Element) => {
    let run: ChildNode[] = []
    const end = () => {
      if (run.some((node) => /\$\$|\\[([]/.test(node.nodeValue ?? ''))) runs.push(run)
      run = []
    }
    for (const node of element.childNodes) {
      if (node instanceof Text || node.nodeName === 'BR') run.push(node)
      else {
        end()
        if (node instanceof Element && !node.matches(verbatim)) visit(node)
      }
    }
    end()
  }
  if (!root.matches(verbatim)) visit(root)
  return runs
}

const textOf = (node: ChildNode): string => (node instanceof Text ? node.data : '\n')

/** @param from and `to`: offsets in the text of the run */
function replaceText(run: readonly ChildNode[], from: number, to: number, content: DocumentFragment): void {
  const range = document.createRange()
  let at = 0
  let started = false
  for (const node of run) {
    const end = at + textOf(node).length
    if (!started && from < end && node instanceof Text) {
      range.setStart(node, from - at)
      started = true
    }
    if (started && to <= end && node instanceof Text) {
      range.setEnd(node, to - at)
      break
    }
    at = end
  }
  range.deleteContents()
  range.insertNode(content)
}
