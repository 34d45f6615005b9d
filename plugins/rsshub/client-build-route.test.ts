import { expect, test } from 'vitest'
import { buildRoute, parametersOf } from './build-route.ts'

const issues = {
  path: '/issue/:user/:repo/:state?/:labels?',
  parameters: {
    user: 'The owner',
    state: {
      description: 'State',
      default: 'open',
      options: [{ label: 'Open', value: 'open' }],
    },
  },
}

test('the parameters are those of the path, in order, with what is known of them', () => {
  expect(parametersOf(issues)).toMatchObject([
    { name: 'user', isRequired: true, description: 'The owner' },
    { name: 'repo', isRequired: true, description: '' },
    { name: 'state', isRequired: false, initial: 'open', options: [{ value: 'open' }] },
    { name: 'labels', isRequired: false },
  ])
})

test('a route has an address once its required parameters are filled in', () => {
  expect(buildRoute('github', issues, { user: 'ada' })).toBeNull()
  expect(buildRoute('github', issues, { user: 'ada', repo: ' a/b ' })).toBe('rsshub://github/issue/ada/a%2Fb')
  expect(buildRoute('github', issues, { user: 'a', repo: 'b', state: 'all', labels: 'x y' })).toBe(
    'rsshub://github/issue/a/b/all/x%20y',
  )
})

test('an empty optional parameter ends the address', () => {
  expect(buildRoute('github', issues, { user: 'a', repo: 'b', labels: 'x' })).toBe(
    'rsshub://github/issue/a/b',
  )
})

test('a parameter that takes all keeps its slashes', () => {
  const route = { path: '/:path{.+}', parameters: {} }
  expect(buildRoute('site', route, { path: 'a b/c' })).toBe('rsshub://site/a%20b/c')
  expect(parametersOf({ path: '/x/:rest{.*}', parameters: {} })).toMatchObject([{ isRequired: false }])
})
