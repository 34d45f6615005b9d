import './claims.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { z } from 'zod'
import { claimFx, claimMessageFx, type ClaimMessage } from '../../model/claims/index.ts'
import { $session } from '../../model/session/index.ts'
import { $feeds } from '../../model/subscriptions/index.ts'
import { Button, Dialog, ErrorState, Notice, SkeletonText, Tabs, useTranslation } from '../../ui/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'
import { CopyCode } from '../inboxes/index.ts'

export const propsSchema = z.object({ feedId: z.string() })
export type ClaimProps = z.infer<typeof propsSchema>

const proofs = ['content', 'description', 'tag'] as const
type Proof = (typeof proofs)[number]

/** Claims a feed: the user writes one of three proofs into it, and the server looks for it. */
export default function ClaimDialog({ feedId, onClose }: ClaimProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['people', 'common', 'errors'])
  const { load, feeds, session, claim } = useUnit({
    load: claimMessageFx,
    feeds: $feeds,
    session: $session,
    claim: claimFx,
  })
  const [proof, setProof] = useState<Proof>('content')
  const query = useQuery({
    queryKey: ['claims', 'message', feedId],
    queryFn: () => load(feedId),
    retry: false,
  })
  const check = useMutation({ mutationFn: () => claim(feedId) })
  const feed = feeds.get(feedId)
  const isOwn = !check.isPending && Boolean(feed?.ownerUserId) && feed?.ownerUserId === session.user?.id
  const isTaken = !check.isPending && Boolean(feed?.ownerUserId) && !isOwn
  return (
    <Dialog
      open
      title={t('claim.title')}
      description={feed?.title ?? feed?.url}
      closeLabel={t('common:action.close')}
      onClose={onClose}
      actions={
        isOwn || isTaken ? (
          <Button variant="primary" onClick={onClose}>
            {t('common:action.close')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('common:action.cancel')}</Button>
            <Button
              variant="primary"
              busy={check.isPending}
              disabled={!query.data}
              onClick={() => check.mutate()}
            >
              {t('claim.check')}
            </Button>
          </>
        )
      }
    >
      <div className="claim">
        {isOwn && <Notice tone="success">{t('claim.done')}</Notice>}
        {isTaken && <Notice tone="warning">{t('claim.taken')}</Notice>}
        {!isOwn && !isTaken && (
          <>
            <p>{t('claim.description')}</p>
            {query.isPending && <SkeletonText lines={4} />}
            {query.isError && (
              <ErrorState
                title={t('claim.failed')}
                description={errorMessage(query.error, t)}
                actions={<Button onClick={() => void query.refetch()}>{t('common:action.retry')}</Button>}
              />
            )}
            {query.data && (
              <>
                <Tabs<Proof>
                  label={t('claim.proofs')}
                  value={proof}
                  tabs={proofs.map((value) => ({ value, label: t(`claim.tabs.${value}`) }))}
                  onChange={setProof}
                  controls="claim-proof"
                />
                <div id="claim-proof" role="tabpanel" className="claim-proof">
                  <ProofText proof={proof} message={query.data} />
                </div>
              </>
            )}
            {check.error && <Notice tone="danger">{errorMessage(check.error, t)}</Notice>}
          </>
        )}
      </div>
    </Dialog>
  )
}

function ProofText({ proof, message }: { readonly proof: Proof; readonly message: ClaimMessage }) {
  const { t } = useTranslation(['people'])
  const { content, description, json, xml } = message
  if (proof === 'content')
    return <CopyCode label={t('claim.text')} hint={t('claim.hints.content')} value={content} />
  if (proof === 'description')
    return <CopyCode label={t('claim.text')} hint={t('claim.hints.description')} value={description} />
  return (
    <>
      <CopyCode label="RSS" hint={t('claim.hints.xml')} value={indented(xml)} />
      <CopyCode label="JSON Feed" hint={t('claim.hints.json')} value={formatJson(json)} />
    </>
  )
}

/** An element per line; the element is flat but for one level. */
function indented(xml: string): string {
  let depth = 0
  return xml
    .replaceAll('><', '>\n<')
    .split('\n')
    .map((line) => {
      if (line.startsWith('</')) depth -= 1
      const text = '  '.repeat(depth) + line
      if (/^<[^/][^>]*>$/.test(line)) depth += 1
      return text
    })
    .join('\n')
}

const formatJson = (text: string): string => JSON.stringify(JSON.parse(text), null, 2)
