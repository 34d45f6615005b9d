import { useEffect, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { CloseIcon, ErrorIcon, SuccessIcon, WarningIcon } from './icons.ts'
import { Kbd } from './kbd.tsx'
import { Spinner } from './spinner.tsx'
import type { Toast } from './toast.ts'
import type { ToastCopy } from './toast-options.ts'

const marks = {
  plain: null,
  success: <SuccessIcon />,
  warning: <WarningIcon />,
  danger: <ErrorIcon />,
  busy: <Spinner />,
}

type ToastCardProps = { readonly toast: Toast; readonly closeLabel: string; readonly onClose: () => void }

/** The content of one toast. */
export function ToastCard({ toast, closeLabel, onClose }: ToastCardProps) {
  const { tone = 'plain', title, keys, description, copy, action, otherAction } = toast
  const actions = [action, otherAction].filter((one) => one !== undefined)
  return (
    <div className="ui-toast" data-tone={tone}>
      {marks[tone]}
      <div className="ui-toast-words">
        <div className="ui-toast-title">
          {title}
          {keys && (
            <>
              {' '}
              <Kbd keys={keys} />
            </>
          )}
        </div>
        {description && <div className="ui-toast-description">{description}</div>}
        {(actions.length > 0 || (copy && description)) && (
          <div className="ui-toast-actions">
            {actions.map(({ label, keys: shortcut, onPress }) => (
              <Button
                key={label}
                size="small"
                keys={shortcut}
                showKeys
                onClick={() => {
                  onPress()
                  onClose()
                }}
              >
                {label}
              </Button>
            ))}
            {copy && description && <CopyButton copy={copy} text={description} />}
          </div>
        )}
      </div>
      <IconButton label={closeLabel} icon={<CloseIcon />} size="small" onClick={onClose} />
    </div>
  )
}

/** Two seconds: spec 9. */
const confirmationTime = 2000

function CopyButton({ copy, text }: { readonly copy: ToastCopy; readonly text: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), confirmationTime)
    return () => clearTimeout(timer)
  }, [copied])
  const write = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => copy.onFailed(),
    )
  return (
    <Button size="small" variant="quiet" onClick={write}>
      {copied ? copy.doneLabel : copy.label}
    </Button>
  )
}
