import { Kbd } from '../../ui/index.ts'
import { useCommandPresentation } from '../shared/command-presentation/index.ts'

/** A suggested command with its keys. */
export function Hint({ id, text }: { readonly id: string; readonly text?: string }) {
  const face = useCommandPresentation()(id)
  if (!face) return null
  return (
    <button type="button" className="key-hint" data-command-id={id}>
      {face.keys && <Kbd keys={face.keys} />} {text ?? face.label}
    </button>
  )
}
