import './inboxes.css'
import { useStoreMap, useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { z } from 'zod'
import { basePath } from '../../core/base-path.ts'
import type { Inbox } from '../../contract/shapes.ts'
import { registry } from '../../model/app/registry.ts'
import { dialogOpened } from '../../model/layout/index.ts'
import { $inboxes } from '../../model/subscriptions/index.ts'
import { Button, Dialog, EmptyState, Notice, TextField, useTranslation } from '../../ui/index.ts'
import { CopyCode, CopyField } from './copy-field.tsx'
import { useInboxDomain } from './use-inbox-domain.ts'

export const propsSchema = z.object({ handle: z.string() })
export type InboxProps = z.infer<typeof propsSchema>

/** The title of an inbox, its address, its secret, and how a program posts into it. */
export default function EditDialog({ handle, onClose }: InboxProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['sources', 'common'])
  const inbox = useStoreMap({ store: $inboxes, keys: [handle], fn: (all, [id]) => all.get(id) ?? null })
  if (inbox) return <EditForm inbox={inbox} onClose={onClose} />
  return (
    <Dialog open title={t('inbox.editTitle')} closeLabel={t('common:action.close')} onClose={onClose}>
      <EmptyState title={t('inbox.missing')} />
    </Dialog>
  )
}

function EditForm({ inbox, onClose }: { readonly inbox: Inbox; readonly onClose: () => void }) {
  const { t } = useTranslation(['sources', 'common'])
  const { invoke, open } = useUnit({ invoke: registry.commandInvoked, open: dialogOpened })
  const domain = useInboxDomain()
  const [title, setTitle] = useState(inbox.title ?? '')
  const [at] = useState(() => new Date().toISOString())
  const { id: handle, secret } = inbox
  const save = (event: FormEvent) => {
    event.preventDefault()
    const args = { subscriptions: [`inbox/${handle}`], title }
    invoke({ id: 'inbox:rename', source: 'button', args })
    onClose()
  }
  return (
    <Dialog
      open
      title={t('inbox.editTitle')}
      description={inbox.title || handle}
      closeLabel={t('common:action.close')}
      onClose={onClose}
      actions={
        <>
          <Button
            variant="quiet"
            className="dialog-aside"
            onClick={() => {
              onClose()
              open({ id: 'delete-inbox', props: { handle } })
            }}
          >
            {t('inbox.delete')}
          </Button>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="primary" type="submit" form="edit-inbox">
            {t('common:action.save')}
          </Button>
        </>
      }
    >
      <form id="edit-inbox" className="ui-stack" onSubmit={save}>
        <TextField
          label={t('titleField')}
          placeholder={handle}
          autoFocus
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        {domain ? (
          <CopyField label={t('inbox.address')} value={`${handle}@${domain}`} hint={t('inbox.addressHint')} />
        ) : (
          domain === '' && <Notice>{t('inbox.webhookOnly')}</Notice>
        )}
        {secret ? (
          <>
            <CopyField label={t('inbox.secret')} value={secret} hint={t('inbox.secretHint')} isSecret />
            <CopyCode
              label={t('inbox.webhook')}
              hint={t('inbox.webhookHint')}
              value={webhookExample({ origin: location.origin + basePath, handle, secret, at })}
            />
          </>
        ) : (
          <Notice>{t('inbox.noSecret')}</Notice>
        )}
      </form>
    </Dialog>
  )
}

/** A command line that puts an entry into an inbox by its webhook (wire-contract 12). */
function webhookExample({
  origin,
  handle,
  secret,
  at,
}: {
  readonly origin: string
  readonly handle: string
  readonly secret: string
  /** publishedAt of the entry, ISO */
  readonly at: string
}): string {
  const entry = { guid: 'hello-1', title: 'Hello', content: '<p>Hello</p>', publishedAt: at }
  return [
    `curl -X POST ${origin}/api/inboxes/webhook \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -H 'X-Follow-Handle: ${handle}' \\`,
    `  -H 'X-Follow-Secret: ${secret}' \\`,
    `  -d '${JSON.stringify(entry)}'`,
  ].join('\n')
}
