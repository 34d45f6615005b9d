/** What CodeMirror shows of the types: completions, problems, and what a name is. */
import {
  autocompletion,
  type Completion as Option,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { linter, type Diagnostic } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { hoverTooltip, type EditorView, type Tooltip } from '@codemirror/view'
import type { TypeClient } from './type-client.ts'
import type { Completion, Details, Half } from './type-service.ts'

/** How long typing has to stop before a text is checked. */
const TYPING_STOPPED_MS = 400
/** TypeScript's order of what stands nearest; `sortText` is a number from here on. */
const NEAREST = 11

/** Without an answer the editor goes on as if there were nothing to show: whoever opened the client says why. */
export function typeExtensions(types: TypeClient, half: Half): Extension {
  const complete = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(/[\w$]*/)
    const from = word?.from ?? context.pos
    const isMember = context.state.sliceDoc(from - 1, from) === '.'
    if (!context.explicit && !isMember && !word?.text) return null
    const code = context.state.doc.toString()
    const found = await types.call('completions', half, code, context.pos).catch(() => null)
    if (!found || found.length === 0) return null
    const infoOf = async (name: string) => {
      const details = await types.call('details', half, code, context.pos, name).catch(() => null)
      return details && detailsElement(name, details)
    }
    return { from, options: found.map((one) => optionOf(one, infoOf)), validFor: /^[\w$]*$/ }
  }
  const check = async ({ state }: EditorView): Promise<readonly Diagnostic[]> => {
    // Most plugins have no server half.
    if (state.doc.length === 0) return []
    const problems = await types.call('problems', half, state.doc.toString()).catch(() => [])
    return problems.map(({ from, to, message, isError }) => ({
      from,
      to,
      message,
      severity: isError ? 'error' : 'warning',
    }))
  }
  const explain = async ({ state }: EditorView, position: number): Promise<Tooltip | null> => {
    const explanation = await types
      .call('explanation', half, state.doc.toString(), position)
      .catch(() => null)
    if (!explanation) return null
    const { from, to } = explanation
    return { pos: from, end: to, above: true, create: () => ({ dom: detailsElement('', explanation) }) }
  }
  return [
    autocompletion({ override: [complete] }),
    linter(check, { delay: TYPING_STOPPED_MS }),
    hoverTooltip(explain),
  ]
}

const optionOf = (
  { name, kind, sortText, details }: Completion,
  infoOf: (name: string) => Promise<Node | null>,
): Option => ({
  label: name,
  type: kind,
  boost: Math.max(-99, NEAREST - (Number.parseInt(sortText, 10) || NEAREST)),
  ...(details
    ? { detail: details.type, ...(details.text && { info: details.text }) }
    : { info: () => infoOf(name) }),
})

function detailsElement(name: string, { type, text }: Details): HTMLElement {
  const element = document.createElement('div')
  element.className = 'workshop-types'
  const declaration = document.createElement('code')
  declaration.textContent = name + type
  element.append(declaration)
  if (text) {
    const paragraph = document.createElement('p')
    paragraph.textContent = text
    element.append(paragraph)
  }
  return element
}
