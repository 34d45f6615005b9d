/** Completes the plugins' API as its source declares it. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import api from 'virtual:plugin-api'

type Part = keyof typeof api

/** By what stands before the dot. */
const objects: Readonly<Record<string, Part>> = {
  host: 'host',
  'host.reader': 'reader',
  context: 'context',
  entry: 'entry',
  'context.entry': 'entry',
}
/** By the function whose argument is an object. */
const calls: Readonly<Record<string, Part>> = {
  'host.command': 'command',
  'host.toolbarItem': 'toolbarItem',
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
export function apiCompletions(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/[\w$]*/)
  const from = word?.from ?? context.pos
  const chain = context.matchBefore(/[\w$]+(?:\.[\w$]+)*\.[\w$]*/)
  if (chain) {
    const part = objects[chain.text.slice(0, chain.text.lastIndexOf('.'))]
    return part ? { from, options: optionsOf(part, ''), validFor: /^[\w$]*$/ } : null
  }
  if (!context.explicit && !word?.text) return null
  const part = calls[calleeAround(context)]
  return part ? { from, options: optionsOf(part, ': '), validFor: /^[\w$]*$/ } : null
}

/** The function in whose argument a property's name is being written; empty elsewhere. */
function calleeAround({ state, pos }: CompletionContext): string {
  const node = syntaxTree(state).resolveInner(pos, -1)
  const isName = node.name === 'PropertyDefinition'
  const object = isName ? node.parent?.parent : node
  const list = object?.name === 'ObjectExpression' ? object.parent : null
  const callee = list?.name === 'ArgList' ? list.parent?.firstChild : null
  return callee ? state.sliceDoc(callee.from, callee.to) : ''
}
