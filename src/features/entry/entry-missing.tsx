import { useUnit } from 'effector-react'
import { toBrowserPath } from '../../core/base-path.ts'
import { isBizId } from '../../core/ids.ts'
import { safeSource } from '../../core/safe-href.ts'
import { rowsRequested } from '../../model/entries/index.ts'
import { $online } from '../../model/network/index.ts'
import { Button, ErrorState, useTranslation } from '../../ui/index.ts'

/** An entry that was opened by its address and that this user cannot read. Its public page may be open to everybody. */
export function EntryMissing({ id }: { readonly id: string }) {
  const { t } = useTranslation(['app', 'common'])
  const { request, online } = useUnit({ request: rowsRequested, online: $online })
  return (
    <ErrorState
      title={t('entry.missing')}
      description={t(online ? 'entry.missingHint' : 'entry.notKeptWords')}
      actions={
        <Button variant="primary" onClick={() => request([id])}>
          {t('common:action.retry')}
        </Button>
      }
      hint={
        online &&
        isBizId(id) && (
          <a href={safeSource(toBrowserPath(`/share/entries/${encodeURIComponent(id)}`))}>
            {t('entry.openPublicPage')}
          </a>
        )
      }
    />
  )
}
