/** The API key of the administrator in tests. */
export const TEST_KEY = 'a-key-for-tests-only-0123456789';
