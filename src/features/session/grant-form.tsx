import { useMutation, useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import type { Input, Output } from '../../contract/calls.ts'
import { webAddress } from '../../core/safe-href.ts'
import { $services } from '../../model/services.ts'
import { Button, Notice, SkeletonText, toastError, useTranslation } from '../../ui/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'
import { FocusedLink, SessionCard } from './index.ts'
import { AccessFields, isUsable, useProof, type PasswordAccess } from '../settings/index.ts'

type GrantFormProps = { readonly request: Input<'authorizations.get'> }

/** What a program asks for, and the user's answer. */
export function GrantForm({ request }: GrantFormProps) {
  const { t } = useTranslation(['app', 'errors'])
  const { api } = useUnit($services)
  const program = useQuery({
    queryKey: ['authorization', request],
    queryFn: async () => (await api.authorizations.get(request)).data,
    retry: false,
  })
  if (program.data) return <Answer request={request} program={program.data} />
  return (
    <SessionCard
      title={t('authorize.title')}
      words={t(program.error ? 'authorize.wrong' : 'authorize.loading')}
    >
      {program.error ? (
        <>
          <Notice tone="danger">{errorMessage(program.error, t)}</Notice>
          <FocusedLink to="/">{t('authorize.read')}</FocusedLink>
        </>
      ) : (
        <SkeletonText lines={3} />
      )}
    </SessionCard>
  )
}

type AnswerProps = GrantFormProps & { readonly program: Output<'authorizations.get'>['data'] }

function Answer({ request, program }: AnswerProps) {
  const { t } = useTranslation(['app', 'errors'])
  const { api } = useUnit($services)
  const { name, host, scopes, refusedAddress } = program
  const [access, setAccess] = useState<PasswordAccess>({
    scopes: scopes.length > 0 ? scopes : ['read'],
    limit: null,
  })
  const { prove, dialog } = useProof()
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const { scope: _, ...client } = request
      return prove(async (proof) => {
        const { data } = await api.authorizations.create({
          ...client,
          scopes: [...access.scopes],
          ...(access.limit && { limit: access.limit }),
          ...proof,
        })
        leaveFor(data.address)
      })
    },
    onError: (failure) => toastError(errorMessage(failure, t)),
  })
  const allow = (event: FormEvent) => {
    event.preventDefault()
    if (isUsable(access) && !isPending) mutate()
  }
  return (
    <SessionCard title={t('authorize.heading', { name })} words={t('authorize.words', { host })}>
      <form className="ui-stack" onSubmit={allow}>
        <AccessFields access={access} onChange={setAccess} />
        <div className="ui-buttons" data-align="end">
          <Button autoFocus onClick={() => leaveFor(refusedAddress)}>
            {t('authorize.refuse')}
          </Button>
          <Button type="submit" variant="primary" busy={isPending} disabled={!isUsable(access)}>
            {t('authorize.allow')}
          </Button>
        </div>
      </form>
      {dialog}
    </SessionCard>
  )
}

/** The server has checked that the address is the program's. */
function leaveFor(text: string): void {
  const address = webAddress(text)
  if (address) location.assign(address)
}
