import './inboxes.css'
import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { z } from 'zod'
import { handle as handleSchema } from '../../contract/inboxes.ts'
import { inboxCreateRequested } from '../../model/inboxes/index.ts'
import { $inboxes } from '../../model/subscriptions/index.ts'
import { Button, Dialog, Notice, TextField, useTranslation } from '../../ui/index.ts'
import { useInboxDomain } from './use-inbox-domain.ts'

export const propsSchema = z.object({})

/** A new inbox: what comes before the @, and a title. */
export default function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['sources', 'common'])
  const { inboxes, create } = useUnit({ inboxes: $inboxes, create: inboxCreateRequested })
  const domain = useInboxDomain()
  const [handle, setHandle] = useState('')
  const [title, setTitle] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const problem = problemOf(handle, inboxes)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (problem) return
    create({ handle, title })
    onClose()
  }
  return (
    <Dialog
      open
      size="small"
      title={t('inbox.createTitle')}
      description={t('inbox.words')}
      closeLabel={t('common:action.close')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="primary" type="submit" form="create-inbox">
            {t('create')}
          </Button>
        </>
      }
    >
      <form id="create-inbox" className="ui-stack" noValidate onSubmit={submit}>
        <TextField
          label={t('inbox.handle')}
          hint={t('inbox.handleHint')}
          error={isSubmitted && problem ? t(`inbox.problem.${problem}`) : undefined}
          required
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={handle}
          trailing={domain ? <span className="inbox-domain">@{domain}</span> : undefined}
          onChange={(event) => setHandle(event.currentTarget.value)}
        />
        <TextField
          label={t('titleField')}
          placeholder={handle}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      </form>
      {domain === '' && <Notice>{t('inbox.webhookOnly')}</Notice>}
    </Dialog>
  )
}

/** The server compares handles without regard to case. */
function problemOf(
  written: string,
  inboxes: ReadonlyMap<string, unknown>,
): 'missing' | 'form' | 'taken' | null {
  const handle = written.trim().toLowerCase()
  if (handle === '') return 'missing'
  if (!handleSchema.safeParse(handle).success) return 'form'
  return [...inboxes.keys()].some((one) => one.toLowerCase() === handle) ? 'taken' : null
}
