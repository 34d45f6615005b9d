import { useEffect, useRef, useState } from 'react'
import type { PluginNode } from '../../../plugin-api/tree.ts'
import { TextField } from '../../../ui/index.ts'
import type { HandlerCall } from './tree-part.ts'

type TextFieldProps = {
  readonly node: Extract<PluginNode, { kind: 'textField' }>
  readonly call: (call: HandlerCall) => void
}

/** Texts that a field remembers to have sent. */
const MAX_SENT = 100

/**
 * The field has its own text: the plugin responds later, and its response to an earlier key must not replace what was typed
 * since. A value that was never typed is the plugin's own, and is taken over.
 */
export function TreeTextField({ node, call }: TextFieldProps) {
  const { label, hint, error, value, change, submit } = node
  const [text, setText] = useState(value)
  const sent = useRef<readonly string[]>([])
  useEffect(() => {
    const at = sent.current.indexOf(value)
    sent.current = at === -1 ? [] : sent.current.slice(at + 1)
    if (at === -1) setText(value)
  }, [value])
  return (
    <TextField
      label={label}
      hint={hint}
      error={error}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        sent.current = [...sent.current, currentTarget.value].slice(-MAX_SENT)
        if (change) call({ name: change, value: currentTarget.value })
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (submit && key === 'Enter') call({ name: submit, value: currentTarget.value })
      }}
    />
  )
}
