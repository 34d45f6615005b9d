import { useQuery } from '@tanstack/react-query'
import { useStoreMap, useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { z } from 'zod'
import { pageAddressOf, readPageAddress } from '../../contract/page-address.ts'
import { $location } from '../../model/location/index.ts'
import { replacementRequested } from '../../model/replacement/index.ts'
import { $services } from '../../model/services.ts'
import { $configs } from '../../model/session/state.ts'
import { $feeds, $subscriptions } from '../../model/subscriptions/index.ts'
import {
  Button,
  Dialog,
  EmptyState,
  LinkIcon,
  Notice,
  SkeletonText,
  Switch,
  TextField,
  useTranslation,
} from '../../ui/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'
import { FollowForm } from './index.ts'
import { Picker, type InspectedPage } from './picker.tsx'
import './page-feed.css'

export const propsSchema = z.object({
  /** Of the page. */
  url: z.string().optional(),
  /** type/targetId of the subscription whose feed is to be replaced. */
  subscriptionId: z.string().optional(),
  /** Its changes are followed unless the user picks its entries. */
  changes: z.boolean().optional(),
})
export type PageFeedProps = z.infer<typeof propsSchema>
type Request = { readonly url: string; readonly usesFetcher: boolean }

/** Makes a feed of a web page: its address, what is picked on it, and following it. */
export default function PageFeedDialog({
  url = '',
  subscriptionId,
  changes = false,
  onClose,
}: PageFeedProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common', 'shortcuts'])
  const { view, replace } = useUnit({
    view: $location.map(({ view: one }) => one),
    replace: replacementRequested,
  })
  const existing = useFeedAddress(subscriptionId)
  const source = readPageAddress(existing)
  const [request, setRequest] = useState<Request | null>(() =>
    source ? { url: source.url, usesFetcher: source.usesFetcher } : url ? { url, usesFetcher: false } : null,
  )
  const [picked, setPicked] = useState<{ address: string; title: string | null } | null>(null)
  const query = useInspectedPage(request)
  const pick = (page: InspectedPage, address: string) => {
    if (subscriptionId === undefined) return setPicked({ address, title: page.title })
    if (address !== existing) replace({ subscriptionId, url: address })
    onClose()
  }
  return (
    <Dialog
      open
      size={picked ? 'medium' : 'full'}
      title={t(changes || source?.changes ? 'shortcuts:global.pageChanges' : 'shortcuts:global.pageFeed')}
      closeLabel={t('common:action.close')}
      onClose={onClose}
    >
      {picked ? (
        <FollowForm
          chosen={{ feed: { type: 'feed', url: picked.address, title: picked.title } }}
          view={view}
          onBack={() => setPicked(null)}
          onClose={onClose}
        />
      ) : (
        <div className="page-feed">
          <AddressForm request={request} isBusy={query.isFetching} onRequest={setRequest} />
          {request === null && (
            <EmptyState
              icon={<LinkIcon />}
              title={t('pageFeed.first')}
              description={t(changes ? 'pageFeed.firstChanges' : 'pageFeed.firstEntries')}
            />
          )}
          {query.isLoading && <SkeletonText lines={4} />}
          {query.isError && !query.isFetching && (
            <Notice tone="danger">{errorMessage(query.error, t)}</Notice>
          )}
          {query.data && request && (
            <Picker
              // Another page begins with its own candidates.
              key={`${request.usesFetcher} ${query.data.url}`}
              page={query.data}
              stored={source}
              initially={changes ? 'changes' : 'entries'}
              addressOf={(selectors) =>
                pageAddressOf({ ...selectors, url: query.data.url, usesFetcher: request.usesFetcher })
              }
              submitLabel={t(subscriptionId === undefined ? 'pageFeed.next' : 'pageFeed.replace')}
              onPick={(address) => pick(query.data, address)}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}

/** The address of a subscription's feed; empty without one. */
function useFeedAddress(subscriptionId: string | undefined): string {
  const subscription = useStoreMap({
    store: $subscriptions,
    keys: [subscriptionId ?? ''],
    fn: (all, [id]) => all.get(id) ?? null,
  })
  return useStoreMap({
    store: $feeds,
    keys: [subscription?.feedId ?? ''],
    fn: (all, [id]) => all.get(id)?.url ?? '',
  })
}

function useInspectedPage(request: Request | null) {
  const { api } = useUnit($services)
  return useQuery({
    queryKey: ['pageFeeds', request],
    queryFn: async () => (await api.pageFeeds.inspect(request ?? { url: '' })).data,
    enabled: request !== null,
    retry: false,
    staleTime: Infinity,
  })
}

type AddressFormProps = {
  readonly request: Request | null
  readonly isBusy: boolean
  readonly onRequest: (request: Request) => void
}

function AddressForm({ request, isBusy, onRequest }: AddressFormProps) {
  const { t } = useTranslation('app')
  const hasFetcher = useUnit($configs)?.FETCHER_ENABLED === true
  const [url, setUrl] = useState(request?.url ?? '')
  const [usesFetcher, setUsesFetcher] = useState(request?.usesFetcher ?? false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = url.trim()
    if (typed === '') return
    onRequest({ url: /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`, usesFetcher })
  }
  return (
    <form className="page-feed-address" onSubmit={submit}>
      <TextField
        label={t('pageFeed.address')}
        placeholder="example.com/news"
        autoFocus={request === null}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        inputMode="url"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      {(hasFetcher || usesFetcher) && (
        <Switch
          label={t('pageFeed.usesFetcher')}
          hint={t('pageFeed.usesFetcherHint')}
          checked={usesFetcher}
          onChange={setUsesFetcher}
        />
      )}
      <Button type="submit" busy={isBusy}>
        {t('pageFeed.fetch')}
      </Button>
    </form>
  )
}
