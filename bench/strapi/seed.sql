-- Fills the empty tables of a Strapi server: 10,000 restaurants and 20,000 dishes, each with a draft and an equal published version,
-- 1,000 categories and 500 chefs.

INSERT INTO categories (document_id, name, created_at, updated_at, published_at)
SELECT left(md5('category' || n), 24), 'Category ' || n, t, t, t
FROM generate_series(1, 1000) n, LATERAL (SELECT timestamp '2025-01-01' + n * interval '61.123 seconds' AS t) at ORDER BY n;

INSERT INTO chefs (document_id, name, nick, created_at, updated_at, published_at)
SELECT left(md5('chef' || n), 24), 'Chef ' || n, 'Nick ' || n, t, t, t
FROM generate_series(1, 500) n, LATERAL (SELECT timestamp '2025-01-01' + n * interval '61.123 seconds' AS t) at ORDER BY n;

INSERT INTO restaurants (document_id, name, description, rating, price, slug, kind, opened, opens_at, last_inspection, active, tags,
  story, blocks, email, big, score, created_at, updated_at, published_at)
SELECT left(md5('restaurant' || n), 24), 'Place ' || md5(n::text),
  'A place to eat, number ' || n || ', with a sentence or two about what it cooks.', n % 6, (n % 9000) / 100.0, 'place-' || n,
  (ARRAY['bistro', 'diner', 'gastro'])[n % 3 + 1], date '1950-01-01' + n, time '08:00' + (n % 40) * interval '15 minutes',
  timestamp '2024-01-01' + n * interval '1 minute', n % 10 > 0, '["sea","late"]',
  '## Place ' || n || E'\n\nWe came for a coffee and stayed until dark.',
  '[{"type":"paragraph","children":[{"type":"text","text":"Ask for the table by the window."}]}]',
  'place-' || n || '@example.com', 9007199254740993 + n, (n % 1000) / 100.0, t, t, CASE WHEN published THEN t END
FROM generate_series(1, 10000) n, (VALUES (false), (true)) version (published),
  LATERAL (SELECT timestamp '2025-01-01' + n * interval '61.123 seconds' AS t) at ORDER BY n, published;

INSERT INTO dishes (document_id, name, cost, vegan, created_at, updated_at, published_at)
SELECT left(md5('dish' || n), 24), 'Dish ' || n, (n % 4000) / 100.0, n % 3 = 0, t, t, CASE WHEN published THEN t END
FROM generate_series(1, 20000) n, (VALUES (false), (true)) version (published),
  LATERAL (SELECT timestamp '2025-01-01' + n * interval '61.123 seconds' AS t) at ORDER BY n, published;

CREATE TEMPORARY TABLE restaurant AS
SELECT id, published_at IS NOT NULL AS published, substring(slug FROM 7)::int AS n FROM restaurants;
CREATE TEMPORARY TABLE dish AS
SELECT id, published_at IS NOT NULL AS published, substring(name FROM 6)::int AS n FROM dishes;

-- Two categories each, 20 restaurants to a category.
INSERT INTO restaurants_categories_lnk (restaurant_id, category_id, category_ord, restaurant_ord)
SELECT r.id, c.id, k, r.n
FROM restaurant r, generate_series(1, 2) k, LATERAL (SELECT (r.n * 7 + k * 331) % 1000 + 1 AS n) wanted, categories c
WHERE c.name = 'Category ' || wanted.n ORDER BY r.id, k;

-- Two dishes each.
INSERT INTO dishes_restaurant_lnk (dish_id, restaurant_id, dish_ord)
SELECT d.id, r.id, (d.n - 1) / 10000 + 1
FROM dish d JOIN restaurant r ON r.n = (d.n - 1) % 10000 + 1 AND r.published = d.published ORDER BY d.id;

INSERT INTO restaurants_owner_lnk (restaurant_id, chef_id, restaurant_ord)
SELECT r.id, c.id, r.n FROM restaurant r JOIN chefs c ON c.name = 'Chef ' || (r.n % 500 + 1) ORDER BY r.id;

-- The first dish of each is its flagship.
INSERT INTO restaurants_flagship_lnk (restaurant_id, dish_id)
SELECT r.id, d.id FROM restaurant r JOIN dish d ON d.n = r.n AND d.published = r.published ORDER BY r.id;

VACUUM ANALYZE;
