/** Completes the plugins' API as its source declares it, and finds names that it does not have. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import api from 'virtual:plugin-api'

type Part = keyof typeof api
type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>
/** Which half of a plugin the text is. */
export type Half = 'client' | 'server'

/** By what stands before the dot. Authors give other things these names too, but for `host`. */
const objects: Readonly<Record<Half, Readonly<Record<string, Part>>>> = {
  client: {
    host: 'host',
    'host.reader': 'reader',
    'host.storage': 'storage',
    'host.feeds': 'feeds',
    context: 'context',
    entry: 'entry',
    'context.entry': 'entry',
  },
  server: { host: 'serverHost', caller: 'caller' },
}
/** By the function whose argument is an object. */
const calls: Readonly<Record<Half, Readonly<Record<string, Part>>>> = {
  client: {
    'host.command': 'command',
    'host.toolbarItem': 'toolbarItem',
    'host.contentTransform': 'contentTransform',
    'host.searchSource': 'searchSource',
    'host.importFormat': 'importFormat',
    'host.exportFormat': 'exportFormat',
    'host.theme': 'theme',
  },
  server: {},
}

const optionsOf = (part: Part, suffix: string): readonly Completion[] =>
  api[part].map(({ name, signature, doc }) => ({
    label: name,
    apply: name + suffix,
    type: signature.startsWith(`${name}(`) ? 'method' : 'property',
    detail: signature.slice(name.length),
    ...(doc && { info: doc }),
  }))

/** A source for CodeMirror: after `host.`, `host.reader.` and the like, and for the properties of what `host.command` takes. */
export const apiCompletions =
  (half: Half) =>
  (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[\w$]*/)
    const from = word?.from ?? context.pos
    const chain = context.matchBefore(/[\w$]+(?:\.[\w$]+)*\.[\w$]*/)
    if (chain) {
      const part = objects[half][chain.text.slice(0, chain.text.lastIndexOf('.'))]
      return part ? { from, options: optionsOf(part, ''), validFor: /^[\w$]*$/ } : null
    }
    if (!context.explicit && !word?.text) return null
    const node = syntaxTree(context.state).resolveInner(context.pos, -1)
    const object = node.name === 'PropertyDefinition' ? node.parent?.parent : node
    const part = calls[half][calleeOf(object, context.state)]
    return part ? { from, options: optionsOf(part, ': '), validFor: /^[\w$]*$/ } : null
  }

/** The function that takes an object as its argument; empty for anything else. */
function calleeOf(object: SyntaxNode | null | undefined, state: EditorState): string {
  const list = object?.name === 'ObjectExpression' ? object.parent : null
  const callee = list?.name === 'ArgList' ? list.parent?.firstChild : null
  return callee ? state.sliceDoc(callee.from, callee.to) : ''
}

/** A name that a part of the API does not have. */
export type UnknownName = {
  readonly from: number
  readonly to: number
  readonly name: string
  /** What should have it: `host.reader`, or `host.command` for a property of what it takes. */
  readonly of: string
}

/** Names after `host.` and the like, and of the properties of what its functions take, that the API does not have. */
export function unknownNames(state: EditorState, half: Half): readonly UnknownName[] {
  const found: UnknownName[] = []
  const check = (part: Part | undefined, of: string, { from, to }: SyntaxNode) => {
    const name = state.sliceDoc(from, to)
    if (part && !api[part].some((member) => member.name === name)) found.push({ from, to, name, of })
  }
  syntaxTree(state).iterate({
    enter({ node }) {
      const { parent } = node
      if (node.name === 'PropertyName' && parent?.name === 'MemberExpression') {
        const object = parent.firstChild
        const of = object ? state.sliceDoc(object.from, object.to) : ''
        if (of === 'host' || of.startsWith('host.')) check(objects[half][of], of, node)
      }
      if (node.name === 'PropertyDefinition' && parent?.name === 'Property') {
        const of = calleeOf(parent.parent, state)
        check(calls[half][of], of, node)
      }
    },
  })
  return found
}
