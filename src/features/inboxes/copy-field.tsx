import { useUnit } from 'effector-react'
import { useState, type ReactNode } from 'react'
import { textCopied } from '../../model/browser-actions/index.ts'
import {
  CopyIcon,
  HideIcon,
  IconButton,
  ShowIcon,
  TextArea,
  TextField,
  useTranslation,
} from '../../ui/index.ts'

type CopyFieldProps = {
  readonly label: string
  readonly value: string
  readonly hint?: ReactNode
  /** Hidden until the user asks to see it. */
  readonly isSecret?: boolean
}

/** A text to copy. */
export function CopyField({ label, value, hint, isSecret = false }: CopyFieldProps) {
  const { t } = useTranslation(['sources'])
  const copy = useUnit(textCopied)
  const [hidden, setHidden] = useState(isSecret)
  return (
    <TextField
      label={label}
      hint={hint}
      readOnly
      spellCheck={false}
      type={hidden ? 'password' : 'text'}
      autoComplete="off"
      value={value}
      onFocus={(event) => event.currentTarget.select()}
      trailing={
        <>
          {isSecret && (
            <IconButton
              size="small"
              label={t(hidden ? 'inbox.showSecret' : 'inbox.hideSecret')}
              icon={hidden ? <ShowIcon /> : <HideIcon />}
              onClick={() => setHidden(!hidden)}
            />
          )}
          <IconButton
            size="small"
            label={t('copyOne', { name: label })}
            icon={<CopyIcon />}
            onClick={() => copy(value)}
          />
        </>
      }
    />
  )
}

/** Several lines of code to copy. */
export function CopyCode({ label, value, hint }: Omit<CopyFieldProps, 'isSecret'>) {
  const { t } = useTranslation(['sources'])
  const copy = useUnit(textCopied)
  return (
    <div className="copy-code">
      <TextArea label={label} hint={hint} code readOnly rows={7} value={value} />
      <IconButton
        size="small"
        label={t('copyOne', { name: label })}
        icon={<CopyIcon />}
        onClick={() => copy(value)}
      />
    </div>
  )
}
