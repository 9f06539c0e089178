/** Cookie with the slug of the organization that a person looks at, of those that the login reaches. */
export const ORGANIZATION_COOKIE = "casebook_organization";
