/** Who may call what of wire.ts, for the tests of every call of the contract. */
import type { Fixtures } from '../../../tests/support/api-matrix/fixtures.ts'
import { MARK, allOthers, plain, type PluginMatrix } from '../../../tests/support/api-matrix/row.ts'
import { testId } from '../../../tests/support/storage.ts'
import type { Db } from '../server/tables.ts'

const tablesOf = ({ server }: Fixtures): Db => server.storage.db as unknown as Db

async function instanceOfAda(world: Fixtures): Promise<string> {
  const rows = tablesOf(world).selectFrom('rsshubInstances').select('id')
  const { id } = await rows.where('baseUrl', 'like', `%${MARK}`).executeTakeFirstOrThrow()
  return id
}

async function newInstance(world: Fixtures): Promise<string> {
  const id = testId()
  const nothing = { accessKey: null, description: null, userLimit: null, errorMessage: null, errorAt: null }
  const row = { id, ownerUserId: world.people.ada.id, baseUrl: `https://${world.fresh()}.example`, price: 0 }
  await tablesOf(world)
    .insertInto('rsshubInstances')
    .values({ ...nothing, ...row, checkedAt: 0, createdAt: 0 })
    .execute()
  return id
}

const namespaces = {
  github: {
    name: 'GitHub',
    url: 'github.com',
    lang: 'en',
    routes: {
      '/issue/:user': {
        path: '/issue/:user',
        name: 'Issues',
        example: '/github/issue/a',
        maintainers: [],
        categories: ['programming'],
        parameters: { user: 'A name' },
        location: 'issue.ts',
      },
    },
  },
}

export default {
  env: (site) => ({ RSSHUB_URL: site.url }),
  /** A free instance of Ada's. */
  async prepare({ site, people }) {
    const { answer } = site
    site.answer = (request, response) => {
      if (request.url?.includes('/api/namespace')) return void response.end(JSON.stringify(namespaces))
      if (request.url?.includes('/api/follow/config'))
        return void response.end(JSON.stringify({ ownerUserId: people.ada.id }))
      answer(request, response)
    }
    const body = { baseUrl: `${site.url}/${MARK}`, accessKey: MARK }
    const added = await people.ada.request('/rsshub', { method: 'POST', body })
    if (!added.ok) throw new Error(`Ada could not add an instance: ${await added.text()}`)
  },
  addresses: { 'rsshub.add baseUrl': 'refused' },
  marked: ['rsshub.get'],
  bare: ['discover.rsshub', 'discover.rsshubRoute', 'discover.rsshubAnalytics'],
  rows: {
    'discover.rsshub': plain,
    'discover.rsshubRoute': {
      good: () => ({ route: 'github/issue/a' }),
      bad: [
        { label: 'a route of nothing', input: () => ({ route: 'no/such' }), refusal: 'rsshubRouteNotFound' },
      ],
    },
    'discover.rsshubAnalytics': plain,
    'rsshub.list': plain,
    'rsshub.get': {
      good: async (world) => ({ id: await instanceOfAda(world) }),
      unknown: { id: 'rsshubNotFound' },
    },
    'rsshub.status': plain,
    'rsshub.add': {
      good: (world) => ({ baseUrl: `${world.site.url}/${world.fresh()}`, accessKey: MARK }),
      others: { bob: 'rsshubNotOwner', tom: 'trialNoPermission', root: 'rsshubNotOwner' },
      bad: [
        {
          label: 'an instance of nothing to change',
          input: ({ site, unknown }) => ({ baseUrl: site.url, id: unknown }),
          refusal: 'rsshubNotFound',
        },
      ],
    },
    'rsshub.use': {
      good: async (world) => ({ id: await instanceOfAda(world), durationInMonths: 1 }),
      others: { tom: 'trialNoPermission' },
      unknown: { id: 'rsshubNotFound' },
    },
    'rsshub.delete': {
      good: async (world) => ({ id: await newInstance(world) }),
      others: allOthers('rsshubNotOwner'),
      unknown: { id: 'rsshubNotFound' },
    },
    'probes.rsshub': { good: () => ({ namespace: 'github' }) },
  },
} satisfies PluginMatrix
