import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Notice, useTranslation } from '../../ui/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'

type Outcome = { readonly tone: 'success' | 'danger'; readonly text: string }

/** Sends one change at a time; then everything that the page shows of the server is read again. */
export function useChange() {
  const { t } = useTranslation(['sources', 'errors'])
  const client = useQueryClient()
  const [busy, setBusy] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  /** @param key of the control that shows as busy @param send returns what was done, in words, or what was found to be wrong */
  const change = async (key: string, send: () => Promise<string | { readonly problem: string }>) => {
    setBusy(key)
    setOutcome(null)
    try {
      const result = await send()
      setOutcome(
        typeof result === 'string'
          ? { tone: 'success', text: result }
          : { tone: 'danger', text: result.problem },
      )
    } catch (failure) {
      setOutcome({ tone: 'danger', text: t('admin.changeFailed', { reason: errorMessage(failure, t) }) })
    }
    await client.invalidateQueries({ queryKey: ['admin'] })
    setBusy(null)
  }
  return { change, busy, notice: outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice> }
}
