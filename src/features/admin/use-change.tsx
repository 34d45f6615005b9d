import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refetchChanged } from '../../model/refetch-changed.ts'
import { Notice, useTranslation } from '../../ui/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'

type Change = {
  /** Of the control that shows as busy. */
  readonly key: string
  /** @returns what was done, in words, or what was found to be wrong */
  readonly send: () => Promise<string | { readonly problem: string }>
}

/** Sends a change; then everything that the page shows of the server is read again. */
export function useChange() {
  const { t } = useTranslation(['sources', 'errors'])
  const client = useQueryClient()
  const { mutate, isPending, variables, data, error } = useMutation({
    mutationFn: ({ send }: Change) => send(),
    onSettled: () => refetchChanged(client, ['admin']),
  })
  const problem = error
    ? t('admin.changeFailed', { reason: errorMessage(error, t) })
    : typeof data === 'object' && data.problem
  return {
    change: (key: string, send: Change['send']) => mutate({ key, send }),
    busy: isPending ? variables.key : null,
    notice: problem ? (
      <Notice tone="danger">{problem}</Notice>
    ) : (
      typeof data === 'string' && <Notice tone="success">{data}</Notice>
    ),
  }
}
