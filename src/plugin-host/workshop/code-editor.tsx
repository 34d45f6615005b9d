/** The editor of the workshop. */
import { autocompletion } from '@codemirror/autocomplete'
import { javascript, javascriptLanguage } from '@codemirror/lang-javascript'
import { syntaxHighlighting } from '@codemirror/language'
import { setDiagnostics } from '@codemirror/lint'
import { Prec } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { basicSetup, EditorView } from 'codemirror'
import { useEffect, useRef } from 'react'
import { apiCompletions, unknownNames, type Half, type UnknownName } from './api-completions.ts'

type CodeEditorProps = {
  readonly label: string
  readonly half: Half
  /** What is wrong with a name that the API does not have. */
  readonly unknownText: (unknown: Pick<UnknownName, 'name' | 'of'>) => string
  readonly value: string
  readonly onChange: (text: string) => void
  /** The user presses Ctrl Enter. */
  readonly onRun: () => void
  /** An error and its line, from 1, which is underlined. */
  readonly errorLine: number | null
  readonly error: string
}

/** JavaScript with completions of the plugins' API. Tab leaves it. */
export function CodeEditor({ label, half, errorLine, error, unknownText, ...text }: CodeEditorProps) {
  const parent = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef<EditorText>(text)
  const { value } = text
  useEffect(() => {
    latest.current = text
  })
  useEffect(() => {
    if (!parent.current) return
    const editor = new EditorView({ parent: parent.current, extensions: extensions(label, half, latest) })
    view.current = editor
    return () => editor.destroy()
  }, [label, half])
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value, label])
  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const { doc } = editor.state
    const line = errorLine !== null && errorLine <= doc.lines ? doc.line(errorLine) : null
    const thrown = line ? [{ from: line.from, to: line.to, severity: 'error' as const, message: error }] : []
    const unknown = unknownNames(editor.state, half).map(({ from, to, ...one }) => ({
      from,
      to,
      severity: 'warning' as const,
      message: unknownText(one),
    }))
    editor.dispatch(setDiagnostics(editor.state, [...thrown, ...unknown]))
  }, [errorLine, error, label, half, value, unknownText])
  return <div ref={parent} className="workshop-code" />
}

type EditorText = Pick<CodeEditorProps, 'value' | 'onChange' | 'onRun'>

const extensions = (label: string, half: Half, latest: { readonly current: EditorText }) => [
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
  javascriptLanguage.data.of({ autocomplete: apiCompletions(half) }),
  autocompletion({ icons: false }),
  syntaxHighlighting(classHighlighter),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': label }),
  EditorView.updateListener.of(({ docChanged, state }) => {
    // Not of a text that came from outside.
    if (docChanged && state.doc.toString() !== latest.current.value)
      latest.current.onChange(state.doc.toString())
  }),
]
