import { createEffect } from 'effector'
import { useUnit } from 'effector-react'
import { useRef, useState, type FormEvent } from 'react'
import { z } from 'zod'
import { $codeCall, isWrongCode, type CodeInput } from '../../model/code/index.ts'
import { Button, Dialog, TextField, useTranslation } from '../../ui/index.ts'

/** The dialog takes no props: the call to repeat is in the model. */
export const propsSchema = z.object({})

/** Stands for the call until there is one. */
const noCallFx = createEffect<CodeInput, unknown>(() => undefined)

/** Asks for the code of the second factor, and repeats the call that needs it. */
export default function CodeDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['settings', 'app', 'common'])
  const codeCall = useUnit($codeCall)
  const { repeat, busy } = useUnit({
    repeat: codeCall?.call ?? noCallFx,
    busy: (codeCall?.call ?? noCallFx).pending,
  })
  const [code, setCode] = useState('')
  const [isWrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const digits = code.replaceAll(/\s/g, '')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!/^\d{6}$/.test(digits) || busy) return
    try {
      await repeat({ TOTPCode: digits })
      onClose()
    } catch (error) {
      // Any other failure is notified by the model.
      if (!isWrongCode(error)) return onClose()
      setWrong(true)
      input.current?.select()
    }
  }
  return (
    <Dialog
      open
      size="small"
      title={t('account.proof.title')}
      description={t('account.proof.words.code')}
      closeLabel={t('common:action.cancel')}
      onClose={onClose}
    >
      <form className="ui-stack account-form" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          ref={input}
          name="code"
          label={t('account.proof.code')}
          value={code}
          autoFocus
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          error={isWrong ? t('account.proof.wrong.code') : undefined}
          onChange={(event) => {
            setCode(event.currentTarget.value)
            setWrong(false)
          }}
        />
        <Button type="submit" variant="primary" wide busy={busy} disabled={!/^\d{6}$/.test(digits)}>
          {t('common:action.confirm')}
        </Button>
      </form>
    </Dialog>
  )
}
