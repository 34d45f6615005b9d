/** The editor of the workshop. */
import { autocompletion } from '@codemirror/autocomplete'
import { javascript } from '@codemirror/lang-javascript'
import { syntaxHighlighting } from '@codemirror/language'
import { linter } from '@codemirror/lint'
import { Compartment, Prec, StateEffect, StateField, type Extension } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { basicSetup, EditorView } from 'codemirror'
import { useEffect, useRef } from 'react'
import { typeExtensions } from './types/type-extensions.ts'
import type { TypeClient } from './types/type-client.ts'
import type { Half } from './types/type-service.ts'

type CodeEditorProps = {
  readonly label: string
  readonly half: Half
  /** Checks and completes the text; null: without. */
  readonly types: TypeClient | null
  readonly value: string
  readonly onChange: (text: string) => void
  /** The user presses Ctrl Enter. */
  readonly onRun: () => void
  /** An error and its line, from 1, which is underlined. */
  readonly errorLine: number | null
  readonly error: string
}

/** JavaScript that is checked and completed by the types of the plugins' API. Tab leaves it. */
export function CodeEditor({ label, half, types, errorLine, error, ...text }: CodeEditorProps) {
  const parent = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef<EditorText>(text)
  const { value } = text
  useEffect(() => {
    latest.current = text
  })
  useEffect(() => {
    if (!parent.current) return
    const editor = new EditorView({ parent: parent.current, extensions: extensions(label, latest) })
    view.current = editor
    return () => editor.destroy()
  }, [label])
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value, label])
  useEffect(() => {
    view.current?.dispatch({ effects: typing.reconfigure(types ? typeExtensions(types, half) : []) })
  }, [types, half, label])
  useEffect(() => {
    view.current?.dispatch({
      effects: thrownChanged.of(errorLine === null ? null : { line: errorLine, message: error }),
    })
  }, [errorLine, error, label])
  return <div ref={parent} className="workshop-code" data-half={half} />
}

/** What the editor does by the types: they come later than it does. */
const typing = new Compartment()

type Thrown = { readonly line: number; readonly message: string }
const thrownChanged = StateEffect.define<Thrown | null>()
/** The error that the code threw. */
const thrownField = StateField.define<Thrown | null>({
  create: () => null,
  update: (thrown, { effects }) =>
    effects.reduce((before, effect) => (effect.is(thrownChanged) ? effect.value : before), thrown),
})
const thrownLinter: Extension = [
  thrownField,
  linter(
    ({ state }) => {
      const thrown = state.field(thrownField)
      if (!thrown || thrown.line > state.doc.lines) return []
      const { from, to } = state.doc.line(thrown.line)
      return [{ from, to, severity: 'error', message: thrown.message }]
    },
    { needsRefresh: ({ startState, state }) => startState.field(thrownField) !== state.field(thrownField) },
  ),
]

type EditorText = Pick<CodeEditorProps, 'value' | 'onChange' | 'onRun'>

const extensions = (label: string, latest: { readonly current: EditorText }) => [
  Prec.highest(
    keymap.of([
      {
        key: 'Mod-Enter',
        run: () => {
          latest.current.onRun()
          return true
        },
      },
    ]),
  ),
  basicSetup,
  javascript(),
  autocompletion({ icons: false }),
  thrownLinter,
  typing.of([]),
  syntaxHighlighting(classHighlighter),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  EditorView.updateListener.of(({ docChanged, state }) => {
    // Not of a text that came from outside.
    if (docChanged && state.doc.toString() !== latest.current.value)
      latest.current.onChange(state.doc.toString())
  }),
]
