module furlong.example/go-reader

go 1.18

require golang.org/x/mod v0.14.0
